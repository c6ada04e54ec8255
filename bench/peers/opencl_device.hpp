// The device that lenslet has, through OpenCL alone.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/opencl.hpp>
#include <stdexcept>
#include <string>
#include <vector>

inline cl::Device device_named(const std::string& name) {
  std::vector<cl::Platform> platforms;
  cl::Platform::get(&platforms);
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> devices;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    for (const cl::Device& device : devices)
      if (std::string(device.getInfo<CL_DEVICE_NAME>().c_str()) == name) return device;
  }
  throw std::runtime_error("no device is called " + name);
}
