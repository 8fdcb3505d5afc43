import { MessageCircleQuestion } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { FieldProblem, TurnQuestion, QuestionAnswer } from '#ground/turn/question/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { Button } from '../../ui/button.tsx'
import { decimalMark } from '../../ui/language.ts'
import { shortTime } from '../../ui/time.ts'
import { errorText } from '../api/client.ts'
import { sendAnswer } from '../api/questions.ts'
import { questionTexts as texts } from './messages.ts'
import { focusFirstInvalid } from '../../ui/questions/focus-invalid.ts'
import { QuestionFields } from '../../ui/questions/question-fields.tsx'
import { answerContent, firstDraft } from '../../ui/questions/values.ts'

export interface QuestionCardsProps {
  chatId: string
  tools: readonly ToolActivity[]
}

export function QuestionCards({ chatId, tools }: QuestionCardsProps) {
  const open = tools.flatMap(({ state, question }) => (state === 'running' && question ? [question] : []))
  return (
    <ul aria-label={texts.cards} className="flex flex-col gap-2 empty:hidden">
      {open.map((question) => (
        <li key={question.id} className="min-w-0">
          <QuestionCard chatId={chatId} question={question} />
        </li>
      ))}
    </ul>
  )
}

function QuestionCard({ chatId, question }: { chatId: string; question: TurnQuestion }) {
  const { server, message, subject, until } = question
  const [draft, setDraft] = useState(() =>
    firstDraft(subject.kind === 'form' ? subject.fields : [], decimalMark()),
  )
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const sending = useSending(chatId, question.id)
  const form = useRef<HTMLFormElement>(null)

  async function accept(): Promise<void> {
    const content =
      subject.kind === 'form' ? { content: answerContent(subject.fields, draft, decimalMark()) } : {}
    const wrong = await sending.send({ action: 'accept', ...content })
    setProblems(wrong)
    if (wrong.length > 0) requestAnimationFrame(() => focusFirstInvalid(form.current))
  }
  return (
    <form
      ref={form}
      data-read-from-start
      noValidate
      autoComplete="off"
      aria-label={texts.title(server)}
      onSubmit={(event) => {
        event.preventDefault()
        void accept()
      }}
      className="flex max-w-xl min-w-0 flex-col gap-3 rounded-l border border-line bg-raised p-3 shadow-1"
    >
      <div className="flex items-start gap-3">
        <span
          aria-hidden
          className="flex size-9 shrink-0 items-center justify-center rounded-m bg-accent-soft text-accent-text"
        >
          <MessageCircleQuestion className="size-5" />
        </span>
        <div role="status" className="min-w-0 flex-1">
          <p className="text-14 font-semibold break-words">
            <bdi>{texts.title(server)}</bdi>
          </p>
          <p dir="auto" className="max-h-60 overflow-y-auto text-14 break-words whitespace-pre-wrap">
            {message}
          </p>
        </div>
      </div>
      {subject.kind === 'form' ? (
        <QuestionFields
          fields={subject.fields}
          draft={draft}
          problems={problems}
          onChange={(name, value) => setDraft((before) => ({ ...before, [name]: value }))}
        />
      ) : (
        <Address server={server} url={subject.url} isFinish={subject.kind === 'finish'} />
      )}
      {subject.kind === 'form' && <p className="text-12 text-muted">{texts.secrets(server)}</p>}
      <Acts subject={subject} until={until} sending={sending} onOpen={() => void accept()} />
      {sending.failure !== null && (
        <p role="alert" className="text-13 text-danger">
          {sending.failure}
        </p>
      )}
    </form>
  )
}

interface ActsProps extends Pick<TurnQuestion, 'subject' | 'until'> {
  sending: Sending
  onOpen(): void
}

function Acts({ subject, until, sending, onOpen }: ActsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {subject.kind === 'url' ? (
        <OpenLink url={subject.url} isOff={sending.isBusy} onOpen={onOpen} />
      ) : (
        <Button look="primary" type="submit" busy={sending.isBusy}>
          {subject.kind === 'form' ? texts.answer : texts.continue}
        </Button>
      )}
      {subject.kind !== 'finish' && (
        <Button disabled={sending.isBusy} onClick={() => void sending.send({ action: 'decline' })}>
          {texts.decline}
        </Button>
      )}
      <Button look="quiet" disabled={sending.isBusy} onClick={() => void sending.send({ action: 'cancel' })}>
        {texts.cancel}
      </Button>
      <span className="ms-auto text-12 text-faint">
        {sending.isSent ? texts.sent : texts.until(shortTime(until / 1000))}
      </span>
    </div>
  )
}

type Sending = ReturnType<typeof useSending>

function useSending(chatId: string, question: string) {
  const [state, setState] = useState<'open' | 'busy' | 'sent'>('open')
  const [failure, setFailure] = useState<string | null>(null)
  return {
    isBusy: state !== 'open',
    isSent: state === 'sent',
    failure,
    async send(answer: QuestionAnswer): Promise<readonly FieldProblem[]> {
      setState('busy')
      setFailure(null)
      try {
        const outcome = await sendAnswer(chatId, question, answer)
        setState(outcome.status === 'taken' ? 'sent' : 'open')
        return outcome.status === 'invalid' ? outcome.problems : []
      } catch (error) {
        setState('open')
        setFailure(errorText(error))
        return []
      }
    },
  }
}

function Address({ server, url, isFinish }: { server: string; url: string; isFinish: boolean }): ReactNode {
  const { host, protocol } = new URL(url)
  const [before = '', ...after] = url.split(host)
  if (isFinish)
    return (
      <p className="text-14 text-muted">
        {texts.finish(host)}{' '}
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent-text underline-offset-4 hover:underline"
        >
          {texts.openAgain}
          <span className="sr-only">{texts.newTab}</span>
        </a>
      </p>
    )
  return (
    <div className="flex flex-col gap-1 text-13">
      <p className="text-muted">{texts.address(server)}</p>
      <p dir="ltr" className="max-h-40 overflow-y-auto rounded-m bg-sunken px-3 py-2 font-mono break-all">
        <span className="text-muted">{before}</span>
        <strong>{host}</strong>
        <span className="text-muted">{after.join(host)}</span>
      </p>
      {protocol === 'http:' && <p className="text-danger">{texts.notEncrypted}</p>}
    </div>
  )
}

function OpenLink({ url, isOff, onOpen }: { url: string; isOff: boolean; onOpen(): void }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onOpen()
      }}
      className="inline-flex min-h-hit max-w-full min-w-0 items-center justify-center rounded-m bg-accent px-3 py-1 text-14 font-medium break-all text-on-accent hover:bg-accent-hover aria-disabled:opacity-55"
    >
      {texts.open(new URL(url).host)}
      <span className="sr-only">{texts.newTab}</span>
    </a>
  )
}
