# docker build -t cudasynclint . && docker run --rm -v "$PWD:/src" cudasynclint .
FROM debian:bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
        cmake dpkg-dev file gcc libc6-dev libclang-19-dev libglib2.0-dev libjansson-dev \
        libyaml-dev libz3-dev ninja-build pkg-config
COPY . /source
RUN cmake -S /source -B /build -G Ninja -DBUILD_TESTING=OFF && ninja -C /build \
    && cd /build && cpack -G DEB

FROM debian:bookworm-slim
COPY --from=build /build/cudasynclint_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends git /tmp/cudasynclint_*.deb \
    && rm -rf /tmp/cudasynclint_*.deb /var/lib/apt/lists/*
WORKDIR /src
ENTRYPOINT ["cudasynclint"]
