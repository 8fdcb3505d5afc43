import { ArrowUp, Mic, Paperclip, Square } from 'lucide-react'
import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import type { AttachedFile, MessageState } from '#chatapp/chats/schema.ts'
import { cx } from '../../ui/cx.ts'
import { listed } from '../../ui/language.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { hasKeyboard, isComposing } from '../../ui/keyboard.ts'
import { moreMenu } from '../../ui/more-menu.tsx'
import { keysLabel } from '../../ui/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import type { Agent } from '../api/agents.ts'
import { common } from '../messages.ts'
import { composer } from './messages.ts'
import { AttachmentChip } from './attachment-chip.tsx'
import { attachLongText, withdrawOffers } from './long-text.ts'
import { filesIn, textIn } from './transfer.ts'
import { fromKept, readyFiles, type Attachments } from './attachments.ts'
import { canDictate, useDictation } from './dictation.ts'
import { keepDraft, keepDraftSoon, readDraft } from './drafts.ts'
import { useGrowing } from './grow.ts'
import { unseenPictures } from './picture-problem.ts'
import { PromptsAfterSlash } from './prompts/after-slash.tsx'
import { useQueue, type QueuedPrompt } from './queue.ts'
import { QueuedPrompts } from './queued-prompts.tsx'

export interface ComposerProps {
  draftKey: string
  agent: Pick<Agent, 'id' | 'name'> | undefined
  agentName: string | undefined
  attachments: Attachments
  field: RefObject<HTMLTextAreaElement | null>
  closed: ReactNode
  isTemporary: boolean
  running: boolean
  newest: MessageState | undefined
  onStop(): void
  /** False if the server refused the message, which then stays in the box. */
  onSend(prompt: { content: string; files: readonly AttachedFile[] }): Promise<boolean>
}

export function Composer(props: ComposerProps) {
  const { agent, agentName, attachments, field, closed, isTemporary, running } = props
  const draft = useDraft(props)
  const { text, setText, ready, send, queue, edit } = draft
  const isUnseen = unseenPictures(attachments.attachments, attachments.examined).size > 0
  useEffect(() => withdrawOffers, [])

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key !== 'Enter' || event.shiftKey || event.altKey || isComposing(event) || !hasKeyboard())
      return
    event.preventDefault()
    void send(event.ctrlKey || event.metaKey)
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = filesIn(event.clipboardData)
    if (pasted.length > 0) attachments.add(pasted)
    else if (!attachLongText(textIn(event.clipboardData), props)) return
    event.preventDefault()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="mx-auto w-full max-w-reading px-4 pb-[max(0.5rem,env(safe-area-inset-bottom))]"
    >
      <QueuedPrompts queue={queue} running={running} onEdit={edit} />
      <div
        className={cx(
          'relative rounded-xl border border-line-strong bg-raised shadow-1 transition-shadow focus-within:border-accent-text focus-within:shadow-2',
          isTemporary && 'border-dashed',
        )}
      >
        {agent && closed === null && (
          <PromptsAfterSlash agentId={agent.id} field={field} text={text} onText={setText} />
        )}
        <AttachedList {...attachments} />
        <textarea
          ref={field}
          aria-label={composer.label}
          placeholder={agentName === undefined ? composer.label : composer.placeholder(agentName)}
          dir={text === '' ? undefined : 'auto'}
          rows={1}
          value={text}
          disabled={closed !== null}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="block max-h-[calc(10lh+1rem)] w-full resize-none overflow-y-auto bg-transparent px-4 pt-3 pb-1 text-16 leading-6 outline-none [field-sizing:content] placeholder:text-faint disabled:cursor-not-allowed"
        />
        <Actions {...props} draft={draft} onStop={queue.stop} />
      </div>
      <p
        role="status"
        className={cx(
          'mt-1.5 text-center text-12',
          closed === null && isUnseen ? 'text-warn' : 'text-faint',
          closed !== null || isUnseen || isTemporary ? 'text-balance break-words' : 'truncate',
        )}
      >
        {closed ??
          (isTemporary && !isUnseen && !running
            ? composer.temporary
            : noteFor({ running, ready, attachments }))}
      </p>
    </form>
  )
}

function noteFor({
  running,
  ready,
  attachments,
}: Pick<ComposerProps, 'running' | 'attachments'> & { ready: boolean }) {
  const unseen = [...unseenPictures(attachments.attachments, attachments.examined)]
  if (unseen.length > 0)
    return unseen.map(([problem, names]) => composer.unseen[problem](listed(names))).join(' ')
  if (running) return ready && hasKeyboard() ? composer.keys(keysLabel('mod+enter')) : composer.note
  return ready ? composer.note : (fileProblem(attachments) ?? composer.note)
}

type Draft = ReturnType<typeof useDraft>

function useDraft(props: ComposerProps) {
  const { draftKey, attachments, field, closed, running, newest, onSend } = props
  const [text, setText] = useState(() => readDraft(draftKey).text)
  useGrowing(field, text)
  const files = readyFiles(attachments.attachments)
  useEffect(
    () => keepDraftSoon(draftKey, { text, files: readyFiles(attachments.attachments) }),
    [draftKey, text, attachments.attachments],
  )
  const queue = useQueue({ ...props, chatKey: draftKey })
  const blocked = closed ?? (running && newest === undefined ? composer.busy : fileProblem(attachments))
  const ready = blocked === null && (text.trim() !== '' || files.length > 0)

  /** @param isUrgent Stops the running answer and sends at once. */
  async function send(isUrgent = false) {
    if (!ready) return
    withdrawOffers()
    const sent = { text, attachments: attachments.attachments }
    setText('')
    attachments.reset([])
    keepDraft(draftKey, { text: '', files: [] })
    if (running)
      return isUrgent ? queue.addFirst({ content: text, files }) : queue.add({ content: text, files })
    if (await onSend({ content: text, files })) return
    setText((newer) => newer || sent.text)
    attachments.reset(sent.attachments)
  }
  function edit(prompt: QueuedPrompt) {
    queue.remove(prompt)
    setText((newer) => [prompt.content, newer].filter(Boolean).join('\n'))
    attachments.reset([...prompt.files.map(fromKept), ...attachments.attachments])
    field.current?.focus()
  }
  return { text, setText, ready, send, queue, edit }
}

const AttachedList = ({ attachments, remove, retry }: Attachments) =>
  attachments.length > 0 && (
    <ul className="flex max-h-40 flex-wrap gap-2 overflow-y-auto px-3 pt-3">
      {attachments.map((attachment) => (
        <AttachmentChip
          key={attachment.key}
          attachment={attachment}
          onRemove={() => remove(attachment.key)}
          onRetry={() => retry(attachment)}
        />
      ))}
    </ul>
  )

const ComposerMore = moreMenu(async () => (await import('./composer-menu.tsx')).ComposerMenu)

function Actions(props: ComposerProps & { draft: Draft }) {
  const { agent, attachments, closed, isTemporary, running, draft, onStop } = props
  const { ready } = draft
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className="flex items-center gap-2 px-2 pb-2">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={composer.attach}
        onChange={(event) => {
          attachments.add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <IconButton label={composer.attach} disabled={closed !== null} onClick={() => picker.current?.click()}>
        <Paperclip aria-hidden />
      </IconButton>
      {!isTemporary && (
        <ComposerMore label={common.more} disabled={closed !== null} text={draft.text} agentId={agent?.id} />
      )}
      <span className="ms-auto flex gap-2">
        {canDictate() && <Dictate draft={draft} disabled={closed !== null} />}
        {running && (
          <IconButton label={composer.stop} onClick={onStop} look={ready ? 'quiet' : 'filled'}>
            <Square aria-hidden className="scale-75 fill-current" />
          </IconButton>
        )}
        {(!running || ready) && (
          <IconButton
            type="submit"
            label={running ? composer.sendLater : composer.send}
            aria-disabled={!ready}
            look="filled"
          >
            <ArrowUp aria-hidden />
          </IconButton>
        )}
      </span>
    </div>
  )
}

function Dictate({ draft, disabled }: { draft: Draft; disabled: boolean }) {
  const refused = () => toast({ text: composer.notHeard, failure: true })
  const { isListening, toggle } = useDictation(draft.text, draft.setText, refused)
  return (
    <IconButton
      label={isListening ? composer.stopDictating : composer.dictate}
      aria-pressed={isListening}
      disabled={disabled}
      onClick={toggle}
      className={cx(isListening && 'text-accent-text')}
    >
      <Mic aria-hidden className={cx(isListening && 'animate-breathe')} />
    </IconButton>
  )
}

function fileProblem({ attachments }: Attachments): string | null {
  if (attachments.some(({ state }) => state === 'failed')) return composer.failedFiles
  if (attachments.some(({ state }) => state === 'uploading')) return composer.waitForFiles
  return null
}
