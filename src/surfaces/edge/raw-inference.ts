import { READS } from './locks.ts'
import { segmentsOf } from './segments.ts'

/**
 * Whether a request would ask a connection of the web chat for an answer past the web chat's own rules: no model of the
 * list is chosen, no chat is kept, and what people may do is not looked at. Programs have `/api/chat/completions`. Pure.
 *
 * @param path As sent, without its query. It is compared as an upstream may read it: decoded, with slashes collapsed, and
 *             in any case.
 */
export function isRawInference(method: string, path: string): boolean {
  if (READS.has(method)) return false
  const [connection, ...rest] = segmentsOf(path).map((segment) => segment.toLowerCase())
  const asked = rest.join('/')
  if (connection === 'openai') return !OPENAI_SETTINGS.test(asked)
  return connection === 'ollama' && OLLAMA_INFERENCE.test(asked)
}

/** Whatever else stands below `/openai` is passed on to the first connection as it is. */
const OPENAI_SETTINGS = /^(?:(?:config|urls|keys)(?:\/update)?|verify)$/

const OLLAMA_INFERENCE = /^(?:api\/(?:chat|generate|embed|embeddings)|v1)(?:\/|$)/
