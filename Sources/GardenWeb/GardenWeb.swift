import Garden
