/* What most sources include, precompiled behind core.h: nvcc includes part of the C++ library
 * without being asked to as well. A source that is not parsed with what is precompiled reads what
 * it includes, as ever. */
#pragma clang system_header
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
