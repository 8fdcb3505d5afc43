// oxlint-disable-next-line typescript/triple-slash-reference -- declares modules, so it is none to import
/// <reference path="./prom-client-parts.d.ts" />
// Imports single files of prom-client: its index loads 70 more files, which only `/metrics` needs.
export { default as Counter } from 'prom-client/lib/counter.js'
export { default as Gauge } from 'prom-client/lib/gauge.js'
export { default as Histogram } from 'prom-client/lib/histogram.js'
export { default as Registry } from 'prom-client/lib/registry.js'
