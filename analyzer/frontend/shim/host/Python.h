#pragma once
#pragma clang system_header
/* What modules for Python register: host code that launches nothing. */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef ptrdiff_t Py_ssize_t;
struct PyObject { Py_ssize_t ob_refcnt; };
typedef PyObject *(*PyCFunction)(PyObject *, PyObject *);
struct PyMethodDef {
    const char *ml_name;
    PyCFunction ml_meth;
    int ml_flags;
    const char *ml_doc;
};
struct PyModuleDef_Base { PyObject base; };
struct PyModuleDef {
    PyModuleDef_Base m_base;
    const char *m_name, *m_doc;
    Py_ssize_t m_size;
    PyMethodDef *m_methods;
    void *m_slots, *m_traverse, *m_clear, *m_free;
};
#define PyModuleDef_HEAD_INIT {{1}}
#define PyMODINIT_FUNC extern "C" PyObject *
#define METH_VARARGS 1
#define METH_KEYWORDS 2
#define METH_NOARGS 4
#define METH_O 8
extern PyObject _Py_NoneStruct, *PyExc_RuntimeError, *PyExc_ValueError, *PyExc_TypeError;
#define Py_None (&_Py_NoneStruct)
#define Py_RETURN_NONE return Py_None
#define Py_INCREF(o) ((void)(o))
#define Py_DECREF(o) ((void)(o))
#define Py_XDECREF(o) ((void)(o))
PyObject *PyModule_Create(PyModuleDef *);
int PyArg_ParseTuple(PyObject *, const char *, ...);
PyObject *Py_BuildValue(const char *, ...);
PyObject *PyLong_FromLong(long), *PyLong_FromLongLong(long long), *PyFloat_FromDouble(double);
PyObject *PyLong_FromUnsignedLongLong(unsigned long long), *PyLong_FromVoidPtr(void *);
PyObject *PyTuple_New(Py_ssize_t), *PyTuple_GetItem(PyObject *, Py_ssize_t);
int PyTuple_SetItem(PyObject *, Py_ssize_t, PyObject *);
long PyLong_AsLong(PyObject *);
long long PyLong_AsLongLong(PyObject *);
unsigned long long PyLong_AsUnsignedLongLong(PyObject *);
double PyFloat_AsDouble(PyObject *);
PyObject *PyObject_CallFunctionObjArgs(PyObject *, ...), *PyObject_CallObject(PyObject *, PyObject *);
int PyCallable_Check(PyObject *);
void PyErr_SetString(PyObject *, const char *), PyErr_Print(), PyErr_Clear();
PyObject *PyErr_Occurred(), *PyErr_Format(PyObject *, const char *, ...);
enum PyGILState_STATE { PyGILState_LOCKED, PyGILState_UNLOCKED };
PyGILState_STATE PyGILState_Ensure();
void PyGILState_Release(PyGILState_STATE);
