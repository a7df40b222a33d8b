/* What the JSON formats share on top of jansson. */
#ifndef CSL_REPORT_JSON_UTIL_H
#define CSL_REPORT_JSON_UTIL_H

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

/* A JSON string of any bytes: made valid UTF-8, control and text-direction characters made visible
 * (csl_visible). NULL gives null. */
json_t *csl_json_text(const char *s);

/* A line or column, at most what readers take that count in 32 bits with a sign. */
json_t *csl_json_number(uint32_t n);

/* Prints a JSON document (UTF-8) in which no character tells a terminal what to do: those are
 * written as \uNNNN. They stand in texts only. */
void csl_json_print(FILE *out, const char *document);

/* Writes the value with an indent of two and a newline at the end, and releases it. */
void csl_json_dump(FILE *out, json_t *value);

#endif
