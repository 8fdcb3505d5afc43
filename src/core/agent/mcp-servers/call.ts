import { ProtocolError, SdkError, SdkErrorCode, type CallToolResult } from '@modelcontextprotocol/client'
import type { AskPerson } from '#core/agent/tools/questions/ask.ts'
import type { ToolContext } from '#core/agent/tools/tool.ts'
import { FOR_EVER, type McpConnection } from './connect.ts'
import { failureText, isForgotten, isUnreachable } from './failure.ts'
import { Down, type Link } from './link.ts'
import type { Masks } from './masking.ts'
import { withRequiredAddresses } from './questions/required-addresses.ts'
import type { RunningCall } from './questions/running-calls.ts'
import type { ServerTool } from './tools/listing.ts'
import { resultText } from './tools/result.ts'

/** What a call needs of the turn around it. */
export type CallContext = Pick<ToolContext, 'signal' | 'saveFile' | 'caller' | 'chatId'> & { ask: AskPerson }

export interface McpCall {
  /** Name of the server. */
  server: string
  link: Link
  tool: ServerTool
  input: Record<string, unknown>
  context: CallContext
  masks: Masks
}

/**
 * Call a server's tool. It is never called twice, unless the server said that it did nothing.
 *
 * @throws Error in a sentence for the model and the person; its `cause` is what the connection said.
 */
export async function callTool(call: McpCall): Promise<string> {
  const { link, tool, context, masks } = call
  const asking = askingCall(call)
  let result: CallToolResult
  try {
    result = await link.use(context.signal, async (connection) => {
      try {
        return await request(connection, call, asking)
      } catch (error) {
        if (!isForgotten(error)) throw error
        connection.lose('has forgotten the session') // it was started again and knows nobody yet
        return link.use(context.signal, (fresh) => request(fresh, call, asking))
      }
    })
  } catch (error) {
    throw context.signal.aborted ? error : explained(error, call, asking)
  }
  try {
    const text = await resultText(result, tool.name.replace(/[^\w.-]+/g, '-').slice(0, 60), context.saveFile)
    return withNotes(text, call, asking)
  } catch (error) {
    const text = masks.text((error as Error).message)
    throw new Error(withNotes(text, call, asking), { cause: error })
  }
}

/** The call as questions of its server see it. */
function askingCall({ server, context: { caller, chatId, ask }, masks }: McpCall): RunningCall {
  return {
    email: caller.email,
    chatId,
    ask: (question, signal) => ask({ ...question, server, message: masks.text(question.message) }, signal),
    notes: [],
  }
}

const withNotes = (text: string, { server, masks }: McpCall, { notes }: RunningCall): string =>
  notes.length === 0 ? text : `${text}\n\n[About ${server}: ${masks.text(notes.join(' '))}]`

async function request(
  connection: McpConnection,
  { tool, input, context }: McpCall,
  asking: RunningCall,
): Promise<CallToolResult> {
  const { client, calls, completions } = connection
  try {
    return await withRequiredAddresses({ call: asking, completions, signal: context.signal }, () =>
      calls.run(asking, () =>
        client.callTool(
          { name: tool.name, arguments: input },
          { signal: context.signal, timeout: FOR_EVER, toolDefinition: tool.definition },
        ),
      ),
    )
  } catch (error) {
    if (isUnreachable(error)) connection.lose(failureText(error))
    const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed
    throw isClosed ? new Down(await connection.lost) : error
  }
}

function explained(error: unknown, call: McpCall, asking: RunningCall): Error {
  const { server, masks } = call
  const noted = (text: string) => withNotes(text, call, asking)
  if (error instanceof ProtocolError)
    return new Error(noted(`${server}: ${masks.text(error.message)}`), { cause: error })
  const why = error instanceof Down ? error.message : failureText(error)
  return new Error(noted(`${server} ${masks.line(why)}.`), {
    cause: error instanceof Down ? (error.cause ?? error) : error,
  })
}
