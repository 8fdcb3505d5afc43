import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { readChat } from '#chatapp/chats/contract.ts'
import type { MessageView } from '#chatapp/chats/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { Button } from '../../ui/button.tsx'
import { LinkAddress } from '../../ui/markdown/link-address.ts'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { WholeView } from '../../ui/markdown/whole.ts'
import { exactTime } from '../../ui/time.ts'
import { agentsQuery } from '../api/agents.ts'
import { partsInOrder } from '../api/answer-parts.ts'
import { call } from '../api/client.ts'
import { findCutReason } from '../api/cut-answer.ts'
import { chats as texts } from '../chats/messages.ts'
import { pageAddress } from '../artifacts/saved-files.ts'
import { PrintedTools } from '../thread/tool-lines.tsx'
import { ChatProblem, isMissing } from './chat-problem.tsx'

/** Delay before printing: highlighted code and formulas render later than the other text. */
const SETTLE_MS = 1_000

const printRoute = getRouteApi('/print/$chatId')

export function PrintRoute() {
  const { chatId } = printRoute.useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['whole chat', chatId],
    queryFn: ({ signal }) => call(readChat, { params: { id: chatId }, signal }),
    gcTime: 0,
  })
  const { data: agents = [] } = useQuery(agentsQuery)
  useEffect(() => {
    if (!data) return
    document.title = data.title || texts.untitled
    const timer = setTimeout(() => window.print(), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [data])
  if (error) return <ChatProblem missing={isMissing(error)} error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const nameOf = (model: string | undefined) => agents.find(({ id }) => id === model)?.name ?? texts.agent
  return (
    <WholeView value={true}>
      <main className="paper mx-auto flex max-w-reading flex-col gap-6 px-4 py-8">
        <header className="flex items-start justify-between gap-4">
          <h1 dir="auto" className="text-24 font-semibold [overflow-wrap:anywhere]">
            {data.title || texts.untitled}
          </h1>
          <Button className="print:hidden" icon={<Printer aria-hidden />} onClick={() => window.print()}>
            {texts.print}
          </Button>
        </header>
        {data.chat.messages.map((message) => (
          <Written
            key={message.id}
            message={message}
            who={message.role === 'user' ? texts.you : nameOf(message.model)}
          />
        ))}
      </main>
    </WholeView>
  )
}

function Written({ message, who }: { message: MessageView; who: string }) {
  const { content, files = [], tools = [], state, error } = message
  const cut = findCutReason(message)
  const isUnfinished = state === 'stopped' || state === 'interrupted'
  return (
    <article className="flex flex-col gap-2">
      <h2 className="flex items-baseline justify-between gap-4 border-b border-line pb-1 text-14 font-semibold">
        <bdi>{who}</bdi>
        <time className="text-12 font-normal text-muted">{exactTime(message.timestamp)}</time>
      </h2>
      {files.length > 0 && (
        <ul className="list-disc ps-5 text-13 text-muted">
          {files.map(({ id, name }) => (
            <li key={id}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      )}
      {message.role === 'user' ? (
        <p dir="auto" className="text-16 leading-relaxed whitespace-pre-wrap [overflow-wrap:anywhere]">
          {content}
        </p>
      ) : (
        <LinkAddress value={pageAddress}>
          <AnswerParts content={content} tools={tools} hub={message.model} />
        </LinkAddress>
      )}
      {state === 'failed' && <p className="text-13 text-danger">{error?.message ?? texts.failedAnswer}</p>}
      {cut && <p className="text-13 text-muted">{cut}</p>}
      {isUnfinished && <p className="text-13 text-muted">{texts.unfinished}</p>}
    </article>
  )
}

interface AnswerPartsProps {
  content: string
  tools: readonly ToolActivity[]
  hub: string | undefined
}

function AnswerParts({ content, tools, hub }: AnswerPartsProps) {
  return partsInOrder({ content, tools }).map((part) => {
    if ('tools' in part) return <PrintedTools key={part.tools[0]!.id} tools={part.tools} />
    return 'text' in part && <Markdown key={part.text} text={part.text} hub={hub} />
  })
}
