# Makes a kernel of each line of instructions.txt.
/^#/ { next }
{
    text = substr($0, index($0, "|") + 2)
    printf "__global__ void k%d(int *g, const void *map) {\n", ++n
    print "    __shared__ alignas(128) unsigned s[256];\n    __shared__ unsigned long long b, t;"
    print "    unsigned r = 0, at = (unsigned)__cvta_generic_to_shared(s);"
    print "    unsigned object = (unsigned)__cvta_generic_to_shared(&b);"
    printf "    asm volatile(\"%s\" : \"+r\"(r), \"+l\"(t) : \"r\"(at), \"r\"(object), \"l\"(g),\n", text
    print "                 \"r\"(threadIdx.x), \"l\"(map) : \"memory\");\n}"
}
