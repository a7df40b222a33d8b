#pragma once
#pragma clang system_header
/* Asynchronous copies of one thread, as plain functions. */
__csl_dev void __pipeline_memcpy_async(void *dst, const void *src, size_t bytes, size_t zeros = 0)
{
    __csl_async_copy(dst, src, bytes);
}
__csl_dev void __pipeline_commit() { __csl_async_commit(); }
__csl_dev void __pipeline_wait_prior(size_t n) { __csl_async_wait((int)n); }
