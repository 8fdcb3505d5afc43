import { isDeepStrictEqual } from 'node:util'
import type { PeerHub } from './hub.ts'
import { askedFor, PLANT } from './model.ts'
import { until } from '../../support/until.ts'

export interface Printed {
  try: string
  got?: unknown
  error?: { type: string; message: string; status?: number | null }
  missing?: true
}

/** Returns the reason for a failure, or null. */
type Check = (printed: Printed, context: Context) => string | null | Promise<string | null>

interface Context {
  hub: PeerHub
  id: string
  /** Number of requests that the client sends if the model fails before a tool has run. */
  requestsOfFailure: number
}

const WORDS = 'one two three four'

export const CHAT_CHECKS: Readonly<Record<string, Check>> = {
  models: holds((got) => Array.isArray(got) && got.length === 1, 'the list of models is not the Hub alone'),
  chat: equals('Good morning'),
  stream: holds(isStreamed, 'the text did not come in pieces'),
  tool: equals('result: echo of fern'),
  'own-tool': equals('result: 21 degrees in Oslo'),
  structured: equals(PLANT),
  file: savedFile,
  'failing-tool': holds((got) => String(got).includes('The pump is broken.'), 'the error is not shown'),
  cancel: stopped,
  'wrong-key': refusedAfter(1, (id) => `sk-wrong-${id}`, [401]),
  'unknown-model': refusedAfter(1, (id) => `unknown-${id}`, [400, 404]),
  'model-fails': (printed, context) => {
    const { requestsOfFailure } = context
    const reason = refusedAfter(requestsOfFailure, (id) => `fail ${id}-fails`, [502])(printed, context)
    const asked = askedFor(context.hub.model, `fail ${context.id}-fails`)
    return reason ?? (asked <= 3 * requestsOfFailure ? null : `the model server got ${asked} requests`)
  },
  'tool-then-fails': async (printed, { hub, id }) => {
    const runs = (await hub.callsOf(`${id}-count`)).length
    if (runs !== 1) return `the tool ran ${runs} times`
    return printed.error ? null : 'the failure of the model is not shown'
  },
  refused: isRefused,
  granted: isGranted,
  responses: equals('Good morning'),
  'responses-stream': holds(isStreamed, 'the text did not come in pieces'),
  'responses-tool': equals('result: echo of fern'),
  'responses-own-tool': equals('result: 21 degrees in Oslo'),
  'responses-structured': equals(PLANT),
}

interface Result {
  text: string
  kinds: readonly string[]
  is_error: boolean
}

export const MCP_CHECKS: Readonly<Record<string, Check>> = {
  tools: holds(
    (got) => Array.isArray(got) && got.includes('echo') && !got.includes('open_gate'),
    'the list lacks a tool, or has a tool of others',
  ),
  call: holds((got) => (got as Result).text === 'echo of fern', 'another text'),
  'failing-tool': failsWith('The pump is broken.'),
  'unknown-tool': ({ error, got }) =>
    error || (got as Result).is_error ? null : 'a call of an unknown tool was answered',
  file: savedFile,
  picture: holds((got) => /image|BinaryImage/.test(JSON.stringify(got)), 'the picture is missing'),
  progress: equals([1, 2, 3]),
  cancel: stopped,
  prompts: holds((got) => (got as Result).text === 'What grows now?', 'another text'),
  resources: holds((got) => (got as Result).text === 'Roses grow in bed 2.', 'another text'),
  refused: isRefused,
  granted: isGranted,
  'wrong-key': ({ error }) => (error ? null : 'a wrong key was taken'),
  'sign-in': holds((got) => (got as Result).text === 'echo of fern', 'another text'),
}

function equals(wanted: unknown): Check {
  return holds((got) => isDeepStrictEqual(got, wanted), 'another answer')
}

function holds(fits: (got: unknown) => boolean, reason: string): Check {
  return ({ got, error }) => {
    if (error) return `${error.type}: ${error.message}`
    return fits(got) ? null : `${reason}: ${JSON.stringify(got)}`
  }
}

function isStreamed(got: unknown): boolean {
  const { text, pieces } = got as { text: string; pieces: number }
  return text === WORDS && pieces > 1
}

async function savedFile({ got, error }: Printed, { hub }: Context): Promise<string | null> {
  if (error) return `${error.type}: ${error.message}`
  const link = /(?:http:\/\/[^\s'"\\]+)?\/artifacts\/[^\s'"\\]+/.exec(JSON.stringify(got))?.[0]
  if (!link) return `no link to the file: ${JSON.stringify(got)}`
  const answer = await fetch(new URL(link, hub.url))
  return (await answer.text()) === 'Water the ferns' ? null : `the link answers ${answer.status}`
}

async function stopped({ error }: Printed, { hub, id }: Context): Promise<string | null> {
  if (error) return `${error.type}: ${error.message}`
  const calls = () => hub.callsOf(`${id}-cancel`)
  await until(async () => (await calls()).length > 1, { what: 'the slow tool ends' }).catch(() => null)
  const [start, end] = await calls()
  if (end === undefined) return start ? 'the tool recorded no end' : 'the tool did not start'
  return end === 'stopped' ? null : 'the tool ran to its end'
}

function refusedAfter(
  requests: number,
  textOf: (id: string) => string,
  statuses: readonly number[],
): (printed: Printed, context: Context) => string | null {
  return ({ error, got }, { hub, id }) => {
    if (!error) return `answered: ${JSON.stringify(got)}`
    if (error.status && !statuses.includes(error.status)) return `status ${error.status}: ${error.message}`
    const count = hub.countOf(textOf(id))
    return count === requests ? null : `the client sent ${count} requests`
  }
}

function failsWith(text: string): Check {
  return ({ error, got }) => {
    const shown = error ? error.message : (got as Result).is_error ? (got as Result).text : ''
    return shown.includes(text) ? null : `the error is not shown: ${JSON.stringify(got ?? error)}`
  }
}

async function isRefused({ error, got }: Printed, { hub, id }: Context): Promise<string | null> {
  if ((await hub.callsOf(`${id}-refused`)).length > 0) return 'the tool ran without the permission'
  const shown = error ? error.message : JSON.stringify(got)
  return /capability|not listed/.test(shown) ? null : `the refusal is not shown: ${shown}`
}

async function isGranted({ error }: Printed, { hub, id }: Context): Promise<string | null> {
  if (error) return `${error.type}: ${error.message}`
  return (await hub.callsOf(`${id}-granted`)).join() === 'opened' ? null : 'the tool did not run once'
}
