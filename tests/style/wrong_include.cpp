// Compiled with the include roots of one layer, asking for a header of a layer that it may not see.
#include TROUPE_FORBIDDEN_HEADER
