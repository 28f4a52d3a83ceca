import GardenWeb
