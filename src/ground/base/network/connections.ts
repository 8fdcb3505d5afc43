import type { Agent } from 'undici'
import type { HttpConnections } from './undici.ts'

/** Loads undici at the first request, because undici costs 30 ms and 3 MB, and few processes send requests. */
export function openHttpConnections(options: Agent.Options): HttpConnections {
  let opening: Promise<HttpConnections> | null = null
  const opened = () => (opening ??= import('./undici.ts').then(({ connect }) => connect(options)))
  return {
    ask: async (url, request) => (await opened()).ask(url, request),
    send: async (url, request) => (await opened()).send(url, request),
    destroy: async () => (await opening)?.destroy(),
  }
}
