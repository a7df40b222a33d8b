// shows: mask
__global__ void k() {
    __syncwarp(0xffff);
}

int main() {
    k<<<1, 32>>>();
}
