import { variableOf, type Environment } from '#ground/base/environment.ts'

/** Variables of the system that programs expect. Nothing of ours is among them. */
const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER']

/** The whole environment of an agent process: variables of the system, and what the operator passes on by name. */
export function programEnvironment(
  environment: Environment,
  passOn: readonly string[],
  traceEndpoint: string | null,
): Record<string, string> {
  const given = [...INHERITED, ...passOn].flatMap((name) => {
    const value = variableOf(environment, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...(traceEndpoint !== null && {
      OTEL_EXPORTER_OTLP_ENDPOINT: traceEndpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    }),
    ...Object.fromEntries(given),
  }
}
