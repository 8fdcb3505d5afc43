import { uncompressed } from '#ground/base/network/answer.ts'
import { openHttpConnections } from '#ground/base/network/connections.ts'
import type { HttpConnections } from '#ground/base/network/undici.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'

/** A model at a server with OpenAI's chat protocol. */
export interface ServedModel {
  name: string
  /** Ends before the path of a request, mostly with `/v1`. */
  baseUrl: string
  apiKey: string | null
}

const TIMEOUT_MS = 2000
const MAX_BODY_BYTES = 4 * 1024 * 1024

/**
 * Queries a model server for its context window: each common server has an address of its own for it. Null
 * when the server names none, does not answer in time, or answers something else.
 */
export async function askServerWindow(model: ServedModel): Promise<number | null> {
  const connections = openHttpConnections({ keepAliveTimeout: 1, keepAliveMaxTimeout: 1 })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const base = model.baseUrl.replace(/\/+$/, '')
  const root = base.replace(/\/v\d+$/, '')
  const read = (url: string) => readJson(connections, new URL(url), model.apiKey, signal)
  try {
    const [props, loaded, lmStudio, listed] = await Promise.all([
      read(`${root}/props`),
      read(`${root}/api/ps`),
      read(`${root}/api/v0/models`),
      read(`${base}/models`),
    ])
    const found = [
      inProps(props),
      inLoaded(loaded, model.name),
      inList(lmStudio, model.name),
      inList(listed, model.name),
    ]
    return found.find((tokens) => tokens !== null) ?? null
  } finally {
    await connections.destroy()
  }
}

/** Null where the server answers no JSON there. */
const readJson = async (
  connections: HttpConnections,
  url: URL,
  apiKey: string | null,
  signal: AbortSignal,
): Promise<unknown> => {
  try {
    const headers = { accept: 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) }
    const response = await connections.ask(url, { method: 'GET', headers, signal })
    const body = response.statusCode === 200 ? uncompressed(response) : null
    if (body) return JSON.parse(await readAtMost(body, MAX_BODY_BYTES))
    response.body.discard()
    return null
  } catch {
    return null
  }
}

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

const tokensIn = (fields: Fields, ...names: string[]): number | null => {
  const found = names
    .map((name) => fields[name])
    .find((value) => Number.isSafeInteger(value) && Number(value) >= 256)
  return found === undefined ? null : Number(found)
}

/** llama.cpp, for each slot. */
const inProps = (props: unknown): number | null =>
  tokensIn(fieldsOf(fieldsOf(props)['default_generation_settings']), 'n_ctx')

/** Ollama, for loaded models: for the rest it returns the window they were trained with. */
const inLoaded = (answer: unknown, name: string): number | null => {
  const models = fieldsOf(answer)['models']
  const isMeant = (model: Fields) => [name, `${name}:latest`].includes(String(model['name']))
  const found = Array.isArray(models) ? models.map(fieldsOf).find(isMeant) : undefined
  return found ? tokensIn(found, 'context_length') : null
}

/**
 * Lists of models: LM Studio's own, then vLLM's, llama.cpp's and those of services. The window in use is
 * preferred.
 */
const inList = (answer: unknown, name: string): number | null => {
  const data = fieldsOf(answer)['data']
  const models = Array.isArray(data) ? data.map(fieldsOf) : []
  const found = models.find(({ id }) => id === name) ?? (models.length === 1 ? models[0]! : null)
  if (!found) return null
  const meta = fieldsOf(found['meta'])
  return (
    tokensIn(found, 'loaded_context_length', 'max_model_len') ??
    tokensIn(meta, 'n_ctx', 'n_ctx_train') ??
    tokensIn(found, 'context_length', 'context_window', 'max_context_length')
  )
}
