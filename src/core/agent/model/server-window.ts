import { uncompressed } from '#ground/base/network/answer.ts'
import { openHttpConnections } from '#ground/base/network/connections.ts'
import type { HttpConnections } from '#ground/base/network/undici.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'

export interface ServedModel {
  name: string
  /** Prefix of request paths, usually ending in `/v1`. */
  baseUrl: string
  apiKey: string | null
}

const TIMEOUT_MS = 2000
const MAX_BODY_BYTES = 4 * 1024 * 1024

export async function readServerWindow(model: ServedModel): Promise<number | null> {
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

/** llama.cpp divides its context between parallel requests and reports the part of one request. */
const inProps = (props: unknown): number | null =>
  tokensIn(fieldsOf(fieldsOf(props)['default_generation_settings']), 'n_ctx')

/** Reads only loaded models: for other models, Ollama reports the context window with which the model was trained. */
const inLoaded = (answer: unknown, name: string): number | null => {
  const models = fieldsOf(answer)['models']
  const isMeant = (model: Fields) => [name, `${name}:latest`].includes(String(model['name']))
  const found = Array.isArray(models) ? models.map(fieldsOf).find(isMeant) : undefined
  return found ? tokensIn(found, 'context_length') : null
}

/** An entry may contain two context windows: the window in use takes precedence over the model's maximum. */
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
