# For a Makefile: checks CUDA sources, each when it or what it includes has changed.
#
#   CUDA_SOURCES = src/a.cu src/b.cu
#   CUDASYNCLINT_FLAGS = --min-confidence=high   # options of cudasynclint
#   CUDASYNCLINT_CPPFLAGS = -Iinclude -DN=4      # flags of the compiler; none: as found by the tool
#   include cudasynclint.mk
#
# `make cudasynclint` checks them all; one check may be a prerequisite of something else:
# $(CUDASYNCLINT_DIR)/src/a.cu.stamp.
CUDASYNCLINT ?= cudasynclint
CUDASYNCLINT_DIR ?= .cudasynclint

cudasynclint_stamps := $(CUDA_SOURCES:%=$(CUDASYNCLINT_DIR)/%.stamp)

.PHONY: cudasynclint
cudasynclint: $(cudasynclint_stamps)

$(CUDASYNCLINT_DIR)/%.stamp: %
	@mkdir -p $(@D)
	$(CUDASYNCLINT) --quiet $(CUDASYNCLINT_FLAGS) --stamp=$@ --depfile=$@.d $< \
	    $(if $(CUDASYNCLINT_CPPFLAGS),-- $(CUDASYNCLINT_CPPFLAGS))

-include $(cudasynclint_stamps:=.d)
