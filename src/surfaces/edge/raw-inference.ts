import { READS } from './locks.ts'
import { segmentsOf } from './segments.ts'

/**
 * True if a request would reach a connection of the web chat without the web chat's own rules: without a listed model, without a stored chat, and without checks of permissions. Programs have `/api/chat/completions`. Pure.
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

/** Other paths below `/openai` are forwarded to the first connection unchanged. */
const OPENAI_SETTINGS = /^(?:(?:config|urls|keys)(?:\/update)?|verify)$/

const OLLAMA_INFERENCE = /^(?:api\/(?:chat|generate|embed|embeddings)|v1)(?:\/|$)/
