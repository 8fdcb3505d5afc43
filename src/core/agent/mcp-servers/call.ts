import { ProtocolError, SdkError, SdkErrorCode, type CallToolResult } from '@modelcontextprotocol/client'
import type { ToolContext } from '#core/agent/tools/tool.ts'
import { FOR_EVER, type McpConnection } from './connect.ts'
import { failureText, isForgotten, isUnreachable } from './failure.ts'
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
  context: Pick<ToolContext, 'signal' | 'saveFile'>
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
    result = await link.use(context.signal, async (connection) => {
      try {
        return await request(connection, call)
      } catch (error) {
        if (!isForgotten(error)) throw error
        connection.lose('has forgotten the session') // it was started again and knows nobody yet
        return link.use(context.signal, (fresh) => request(fresh, call))
      }
    })
  } catch (error) {
    throw context.signal.aborted ? error : explained(error, call)
  }
  try {
    return await readResult(result, tool.name.replace(/[^\w.-]+/g, '-').slice(0, 60), context.saveFile)
  } catch (error) {
    throw new Error(masks.text((error as Error).message), { cause: error })
  }
}

async function request(
  connection: McpConnection,
  { tool, input, context }: McpCall,
): Promise<CallToolResult> {
  try {
    return await connection.client.callTool(
      { name: tool.name, arguments: input },
      { signal: context.signal, timeout: FOR_EVER, toolDefinition: tool.definition },
    )
  } catch (error) {
    if (isUnreachable(error)) connection.lose(failureText(error))
    const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed
    throw isClosed ? new Down(await connection.lost) : error
  }
}

function explained(error: unknown, { server, masks }: McpCall): Error {
  if (error instanceof ProtocolError)
    return new Error(`${server}: ${masks.text(error.message)}`, { cause: error })
  const why = error instanceof Down ? error.message : failureText(error)
  return new Error(`${server} ${masks.line(why)}.`, {
    cause: error instanceof Down ? (error.cause ?? error) : error,
  })
}
