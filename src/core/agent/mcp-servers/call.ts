import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Progress,
} from '@modelcontextprotocol/client'
import { ASSERTION_HEADER } from '#core/agent/assertions/assertions.ts'
import type { AskPerson } from '#core/agent/tools/questions/ask.ts'
import type { ToolContext } from '#core/agent/tools/tool.ts'
import { NO_TIMEOUT_MS, type McpServerConnection } from './connect.ts'
import {
  INCOMPLETE_RESPONSE_MARK,
  describeMcpFailure,
  forgottenSession,
  isCutOff,
  isServerUnreachable,
  SessionForgotten,
} from './failure.ts'
import { Down, type Link } from './link.ts'
import type { Masks } from './masking.ts'
import { withRequiredAddresses } from './questions/required-addresses.ts'
import type { RunningCall } from './questions/running-calls.ts'
import type { ServerTool } from './tools/listing.ts'
import { readResult, type ReadResult } from './tools/result.ts'

export type CallContext = Pick<
  ToolContext,
  'signal' | 'saveFile' | 'progress' | 'caller' | 'chatId' | 'assertion'
> & {
  ask: AskPerson
  /** Recipient of a signed assertion; null: none. */
  audience: string | null
}

export interface McpCall {
  server: string
  link: Link
  tool: ServerTool
  input: Record<string, unknown>
  context: CallContext
  masks: Masks
}

/**
 * A call that may have run is retried only if the tool is read-only or idempotent.
 * @throws Error with a sentence for the model and the person; its `cause` is the connection's error.
 */
export async function callTool(call: McpCall): Promise<ReadResult> {
  const { link, tool, context, masks } = call
  const runningCall = askingCall(call)
  let result: CallToolResult
  try {
    const attempt = () => link.use(context.signal, (connection) => request(connection, call, runningCall))
    result = await attempt().catch((error: unknown) => {
      if (!(error instanceof SessionForgotten)) throw error
      return attempt()
    })
  } catch (error) {
    throw context.signal.aborted
      ? error
      : explained(error instanceof SessionForgotten ? error.cause : error, call, runningCall)
  }
  try {
    const read = await readResult(result, tool.name.replace(/[^\w.-]+/g, '-').slice(0, 60), context.saveFile)
    return { ...read, text: withNotes(read.text, call, runningCall) }
  } catch (error) {
    const text = masks.text((error as Error).message)
    throw new Error(withNotes(text, call, runningCall), { cause: error })
  }
}

const mayRunTwice = ({ definition: { annotations } }: ServerTool): boolean =>
  annotations?.readOnlyHint === true || annotations?.idempotentHint === true

function askingCall({ server, context: { caller, chatId, ask }, masks }: McpCall): RunningCall {
  return {
    email: caller.email,
    chatId,
    ask: (question, signal) =>
      ask(
        question.subject === null
          ? { ...question, server }
          : { ...question, server, message: masks.text(question.message) },
        signal,
      ),
    notes: [],
  }
}

const withNotes = (text: string, { server, masks }: McpCall, { notes }: RunningCall): string =>
  notes.length === 0 ? text : `${text}\n\n[About ${server}: ${masks.text(notes.join(' '))}]`

async function request(
  connection: McpServerConnection,
  { tool, input, context, masks }: McpCall,
  runningCall: RunningCall,
): Promise<CallToolResult> {
  const { client, calls, completions } = connection
  const headers = await assertionHeaders(context)
  const onprogress = ({ progress: done, total, message }: Progress) =>
    context.progress({
      done,
      ...(total !== undefined && { total }),
      ...(message !== undefined && { message: masks.line(message) }),
    })

  try {
    return await withRequiredAddresses({ call: runningCall, completions, signal: context.signal }, () =>
      calls.run(runningCall, () =>
        client.callTool(
          { name: tool.name, arguments: input },
          {
            signal: context.signal,
            timeout: NO_TIMEOUT_MS,
            onprogress,
            toolDefinition: tool.definition,
            headers,
          },
        ),
      ),
    )
  } catch (error) {
    if (isServerUnreachable(error)) connection.lose(describeMcpFailure(error))
    const forgotten = forgottenSession(error, hasSession(connection))
    if (forgotten) connection.lose('has forgotten the session')
    if (forgotten === 'refused' || (forgotten === 'doubtful' && mayRunTwice(tool)))
      throw new SessionForgotten('', { cause: error })
    const isClosed = error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed
    throw isClosed ? new Down(await connection.lost) : error
  }
}

/** Empty if the request names no person, because the server then decides whether it requires an assertion. */
const assertionHeaders = async ({
  caller,
  audience,
  assertion,
}: CallContext): Promise<Record<string, string>> =>
  audience === null || caller.email === null ? {} : { [ASSERTION_HEADER]: await assertion(audience) }

const hasSession = ({ client: { transport } }: McpServerConnection): boolean =>
  transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined

function explained(error: unknown, call: McpCall, runningCall: RunningCall): Error {
  const { server, masks } = call
  const noted = (text: string) => withNotes(text, call, runningCall)
  if (error instanceof ProtocolError && error.data !== INCOMPLETE_RESPONSE_MARK)
    return new Error(noted(`${server}: ${masks.text(error.message)}`), { cause: error })
  const reason = error instanceof Down ? error.message : describeMcpFailure(error)
  const why = isCutOff(error) ? `${reason}, and the call may have run` : reason
  return new Error(noted(`${server} ${masks.line(why)}.`), {
    cause: error instanceof Down ? (error.cause ?? error) : error,
  })
}
