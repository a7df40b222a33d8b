#pragma once
#pragma clang system_header
/* Stands in for the samples' header where the real one is not found. */
struct StopWatchInterface {
    void start();
    void stop();
    void reset();
    float getTime();
    float getAverageTime();
};
bool sdkCreateTimer(StopWatchInterface **);
bool sdkDeleteTimer(StopWatchInterface **);
bool sdkStartTimer(StopWatchInterface **);
bool sdkStopTimer(StopWatchInterface **);
bool sdkResetTimer(StopWatchInterface **);
float sdkGetTimerValue(StopWatchInterface **);
float sdkGetAverageTimerValue(StopWatchInterface **);
