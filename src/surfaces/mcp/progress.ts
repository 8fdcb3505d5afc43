import type { ServerContext } from '@modelcontextprotocol/server'
import { cutText } from '#ground/base/cut-text.ts'
import type { ToolProgress } from '#core/agent/tools/tool.ts'
import { fitToRevision, type Revision } from './revisions.ts'

const MIN_REPORT_INTERVAL_MS = 50

export function progressReports(
  { _meta, notify }: Pick<ServerContext['mcpReq'], '_meta' | 'notify'>,
  { now, revision }: { now(): number; revision: Revision },
): { progressed?(progress: ToolProgress): void } {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return {}
  let last = { at: -Infinity, done: -Infinity }
  return {
    progressed({ done, total, message }) {
      const at = now()
      if (!(done > last.done) || at - last.at < MIN_REPORT_INTERVAL_MS) return // progress values must increase
      last = { at, done }
      const params = fitToRevision(revision, 'progress', {
        progressToken,
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message: cutText(message, 1000) }),
      })
      notify({ method: 'notifications/progress', params }).catch(() => {}) // the client disconnected
    },
  }
}
