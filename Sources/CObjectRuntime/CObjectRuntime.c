#include "CObjectRuntime.h"
