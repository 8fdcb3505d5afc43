import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Progress,
} from '@modelcontextprotocol/client'
import type { ToolContext } from '#core/agent/tools/tool.ts'
import { FOR_EVER, type McpConnection } from './connect.ts'
import {
  BROKEN_OFF,
  failureText,
  forgottenSession,
  isCutOff,
  isUnreachable,
  SessionForgotten,
} from './failure.ts'
import { Down, type Link } from './link.ts'
import type { Masks } from './masking.ts'
import type { ServerTool } from './tools/listing.ts'
import { readResult, type ReadResult } from './tools/result.ts'

export interface McpCall {
  /** Name of the server. */
  server: string
  link: Link
  tool: ServerTool
  input: Record<string, unknown>
  context: Pick<ToolContext, 'signal' | 'saveFile' | 'progress'>
  masks: Masks
}

/**
 * Call a server's tool. It is never called twice, unless the server said that it did nothing.
 *
 * @throws Error in a sentence for the model and the person; its `cause` is what the connection said.
 */
export async function callTool(call: McpCall): Promise<ReadResult> {
  const { link, tool, context, masks } = call
  let result: CallToolResult
  try {
    const attempt = () => link.use(context.signal, (connection) => request(connection, call))
    result = await attempt().catch((error: unknown) => {
      if (!(error instanceof SessionForgotten)) throw error
      return attempt()
    })
  } catch (error) {
    throw context.signal.aborted
      ? error
      : explained(error instanceof SessionForgotten ? error.cause : error, call)
  }
  try {
    return await readResult(result, tool.name.replace(/[^\w.-]+/g, '-').slice(0, 60), context.saveFile)
  } catch (error) {
    throw new Error(masks.text((error as Error).message), { cause: error })
  }
}

const mayRunTwice = ({ definition: { annotations } }: ServerTool): boolean =>
  annotations?.readOnlyHint === true || annotations?.idempotentHint === true

/** @throws SessionForgotten when the call did not run, or may run twice. */
async function request(
  connection: McpConnection,
  { tool, input, context, masks }: McpCall,
): Promise<CallToolResult> {
  const onprogress = ({ progress: done, total, message }: Progress) =>
    context.progress({
      done,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: masks.line(message) }),
    })

  try {
    return await connection.client.callTool(
      { name: tool.name, arguments: input },
      { signal: context.signal, timeout: FOR_EVER, onprogress, toolDefinition: tool.definition },
    )
  } catch (error) {
    if (isUnreachable(error)) connection.lose(failureText(error))
    const forgotten = forgottenSession(error, hasSession(connection))
    // It was started again and knows nobody yet. Calls at the same time share the next connection.
    if (forgotten) connection.lose('has forgotten the session')
    if (forgotten === 'refused' || (forgotten === 'doubtful' && mayRunTwice(tool)))
      throw new SessionForgotten('', { cause: error })
    const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed
    throw isClosed ? new Down(await connection.lost) : error
  }
}

const hasSession = ({ client: { transport } }: McpConnection): boolean =>
  transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined

function explained(error: unknown, { server, masks }: McpCall): Error {
  if (error instanceof ProtocolError && error.data !== BROKEN_OFF)
    return new Error(`${server}: ${masks.text(error.message)}`, { cause: error })
  const said = error instanceof Down ? error.message : failureText(error)
  const why = isCutOff(error) ? `${said}, and the call may have run` : said
  return new Error(`${server} ${masks.line(why)}.`, {
    cause: error instanceof Down ? (error.cause ?? error) : error,
  })
}
