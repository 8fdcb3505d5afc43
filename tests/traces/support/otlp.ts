import protobuf from 'protobufjs'

// Checks the encoding with an independent library and the public message definitions.
const { root } = protobuf.parse(`
  syntax = "proto3";
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3;
    double double_value = 4; ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7; } }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValueList { repeated KeyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; uint32 dropped_attributes_count = 2; }
  message Scope { string name = 1; string version = 2; repeated KeyValue attributes = 3; }
  message Event { fixed64 time_unix_nano = 1; string name = 2; repeated KeyValue attributes = 3; }
  message Status { string message = 2; uint32 code = 3; }
  message Span { bytes trace_id = 1; bytes span_id = 2; string trace_state = 3; bytes parent_span_id = 4;
    string name = 5; uint32 kind = 6; fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15; fixed32 flags = 16;
    string from_the_future = 900; }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; string schema_url = 3; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; string schema_url = 3;
    string from_the_future = 901; }
  message Request { repeated ResourceSpans resource_spans = 1; }
  message PartialSuccess { int64 rejected_spans = 1; string error_message = 2; }
  message Response { PartialSuccess partial_success = 1; }
`)
const Request = root.lookupType('Request')
const Response = root.lookupType('Response')

export type Value = string | number | boolean | readonly string[]

export interface SentSpan {
  name: string
  attributes?: Record<string, Value>
  events?: { name: string; attributes: Record<string, Value> }[]
  status?: { code?: number; message?: string }
  traceId?: string
  spanId?: string
  parentSpanId?: string
  kind?: number
  startMs?: number
  endMs?: number
}

export const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
export const START_MS = Date.UTC(2026, 0, 1)

const anyValue = (value: Value): Record<string, unknown> =>
  typeof value === 'string'
    ? { stringValue: value }
    : typeof value === 'boolean'
      ? { boolValue: value }
      : typeof value === 'number'
        ? Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value }
        : { arrayValue: { values: value.map(anyValue) } }

const attributesOf = (attributes: Record<string, Value> = {}) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))

export const requestOf = (...spans: SentSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': 'test-agent' }) },
      scopeSpans: [
        {
          scope: { name: 'test' },
          spans: spans.map((span, index) => ({
            traceId: span.traceId ?? TRACE,
            spanId: span.spanId ?? (index + 1).toString(16).padStart(16, '0'),
            ...(span.parentSpanId ? { parentSpanId: span.parentSpanId } : {}),
            name: span.name,
            kind: span.kind ?? 1,
            startTimeUnixNano: `${span.startMs ?? START_MS}000000`,
            endTimeUnixNano: `${span.endMs ?? START_MS + 5}000000`,
            attributes: attributesOf(span.attributes),
            events: (span.events ?? []).map(({ name, attributes }) => ({
              timeUnixNano: `${START_MS}000000`,
              name,
              attributes: attributesOf(attributes),
            })),
            ...(span.status ? { status: span.status } : {}),
          })),
        },
      ],
    },
  ],
})

type Tree = Record<string, any>

export function protobufOf(request: Tree): Buffer {
  const bytes = structuredClone(request)
  for (const resourceSpans of bytes['resourceSpans']) {
    resourceSpans.fromTheFuture = 'kept'
    for (const { spans } of resourceSpans.scopeSpans)
      for (const span of spans) {
        for (const id of ['traceId', 'spanId', 'parentSpanId'])
          if (span[id]) span[id] = Buffer.from(span[id], 'hex')
        span.fromTheFuture = 'kept'
      }
  }
  return Buffer.from(Request.encode(Request.fromObject(bytes)).finish())
}

export const readProtobufRequest = (bytes: Uint8Array): Tree =>
  Request.toObject(Request.decode(bytes), { longs: String, bytes: Buffer, arrays: true })

export const readProtobufAnswer = (bytes: Uint8Array): Tree =>
  Response.toObject(Response.decode(bytes), { longs: String })

export const spansIn = (
  request: Tree,
): { name: string; status?: Tree; attributes: Record<string, unknown> }[] =>
  request['resourceSpans'].flatMap((resource: Tree) =>
    resource['scopeSpans'].flatMap((scope: Tree) =>
      scope['spans'].map((span: Tree) => ({
        ...span,
        attributes: Object.fromEntries(
          (span['attributes'] ?? []).map(({ key, value }: Tree) => [key, plain(value)]),
        ),
      })),
    ),
  )

const plain = (value: Tree): unknown =>
  value['stringValue'] ??
  value['boolValue'] ??
  (value['intValue'] === undefined ? undefined : Number(value['intValue'])) ??
  value['doubleValue'] ??
  value['arrayValue']?.values?.map(plain)
