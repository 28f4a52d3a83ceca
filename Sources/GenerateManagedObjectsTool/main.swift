import ModelFile
