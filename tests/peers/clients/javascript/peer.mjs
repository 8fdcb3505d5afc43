// Shared code of the clients. A client prints the result of each check as a JSON line.
import { setTimeout as sleep } from 'node:timers/promises'

const { HUB_API, HUB_MCP, HUB_SIGN_IN, HUB_MODEL, HUB_KEY, HUB_GRANTED_KEY, HUB_BROWSER, PEER } = process.env

export const api = HUB_API
export const mcp = HUB_MCP
export const signIn = HUB_SIGN_IN
export const model = HUB_MODEL
export const key = HUB_KEY
export const grantedKey = HUB_GRANTED_KEY
export const peer = PEER
export const wrongKey = `sk-wrong-${PEER}`
export const unknownModel = `unknown-${PEER}`

const START_MS = 2500
/** Time that a client stays open after it has cancelled a call. Closing the client earlier would also end the call. */
const SLOW_MS = 6000
const TRY_TIMEOUT_MS = 40_000

/** An instruction for the Hub's model: `call echo {…}`. */
export const order = (verb, input = {}) => `${verb} ${JSON.stringify(input)}`

export async function openBrowser(url) {
  const answer = await fetch(`${HUB_BROWSER}/?url=${encodeURIComponent(url)}`)
  if (!answer.ok) throw new Error(`the authorization page refused: ${await answer.text()}`)
  return new URL(await answer.text())
}

export async function main(tries) {
  for (const [name, run] of Object.entries(tries)) {
    const line = await Promise.race([
      run(),
      sleep(TRY_TIMEOUT_MS).then(() => Promise.reject(new Error('timed out'))),
    ]).then(
      (got) => ({ try: name, got: got ?? null }),
      (error) => ({ try: name, error: describe(error) }),
    )
    console.log(JSON.stringify(line))
  }
  process.exit(0)
}

function describe(error) {
  const inner = error.lastError ?? error
  return {
    type: inner.constructor?.name ?? 'Error',
    message: String(inner.message).slice(0, 600),
    status: inner.status ?? inner.statusCode ?? null,
  }
}

/** Fails if the call ends normally. */
export async function cancelled(run) {
  const stop = new AbortController()
  const running = run(stop.signal).then(
    () => 'ended',
    () => 'stopped',
  )
  await sleep(START_MS)
  stop.abort()
  if ((await running) === 'ended') throw new Error('the call was not cancelled')
  await sleep(SLOW_MS)
}

export const resultOf = ({ content, isError }) => ({
  text: content
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n'),
  kinds: content.map(({ type }) => type),
  is_error: isError === true,
})

/** `connect(url, key)` returns `tools`, `call`, `prompts`, `resources` and `close`. */
export function mainOfMcp(connect, connectSignedIn) {
  const using = async (opening, use) => {
    const session = await opening
    try {
      return await use(session)
    } finally {
      await session.close()
    }
  }
  const call = (name, input = {}, by = key) => using(connect(mcp, by), (session) => session.call(name, input))
  return main({
    tools: () => using(connect(mcp, key), (session) => session.tools()),
    call: () => call('echo', { text: 'fern' }),
    'failing-tool': () => call('failing'),
    'unknown-tool': () => call('no_such_tool'),
    file: () => call('save'),
    picture: () => call('draw'),
    progress: async () => {
      const seen = []
      await using(connect(mcp, key), (session) =>
        session.call('steps', {}, { onprogress: ({ progress }) => seen.push(progress) }),
      )
      return seen
    },
    cancel: () =>
      using(connect(mcp, key), (session) =>
        cancelled((signal) => session.call('slow', { id: `${peer}-cancel` }, { signal })),
      ),
    prompts: () => using(connect(mcp, key), (session) => session.prompts()),
    resources: () => using(connect(mcp, key), (session) => session.resources()),
    refused: () => call('open_gate', { id: `${peer}-refused` }),
    granted: () => call('open_gate', { id: `${peer}-granted` }, grantedKey),
    'wrong-key': () => call('echo', { text: 'fern' }, wrongKey),
    'sign-in': () => using(connectSignedIn(), (session) => session.call('echo', { text: 'fern' })),
  })
}
