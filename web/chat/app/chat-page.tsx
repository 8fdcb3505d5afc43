import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ReadConversation } from '../thread/conversation.ts'
import { useLasting } from '../../ui/lasting.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useAbout } from '../agents/about.tsx'
import { AwayNote } from '../agents/away.tsx'
import { rememberAgent } from '../agents/choice.ts'
import { LostAgent } from '../agents/lost-agent.tsx'
import { OtherAgent } from '../agents/other-agent.tsx'
import { Starters } from '../agents/starters.tsx'
import { Welcome } from '../agents/welcome.tsx'
import { knownName } from '../api/agent-names.ts'
import type { Agent } from '../api/agents.ts'
import { useAttachments } from '../composer/attachments.ts'
import { Composer } from '../composer/composer.tsx'
import { moveDraft, readDraft } from '../composer/drafts.ts'
import { DropZone } from '../composer/drop-zone.tsx'
import { attachLongText, insertText } from '../composer/long-text.ts'
import { composer as texts } from '../composer/messages.ts'
import { configQuery } from '../session/queries.ts'
import { chatQuery } from '../thread/queries.ts'
import { runningMessage, visibleBranch } from '../thread/tree.ts'
import { Thread } from '../thread/thread.tsx'
import { useTurnStream } from '../thread/turn-stream.ts'
import { NEW_CHAT, useTurns } from '../thread/turns.ts'
import { AnswerHead } from './answer-head.tsx'
import { AnswerOutcome } from './answer-outcome.tsx'
import { usePageTitle } from './answer-ready.ts'
import { ChatHeader } from './chat-header.tsx'
import { ComposerPlace } from './composer-place.tsx'
import { useConsoleAddress } from './console-link.tsx'
import { MESSAGE_KEYS } from './shortcuts.ts'
import { isTemporaryChat, useRemovalOnLeave } from './temporary.ts'

export interface ChatPageProps {
  /** Null before the first message. */
  chat: ReadConversation | null
  agents: readonly Agent[] | undefined
  agent: Agent | undefined
  /** Id of an agent that answered in the chat and that the person cannot use. */
  lost?: string | undefined
  /** Present if the chat's agent is missing: the person can then choose another agent. */
  onPick?: ((agentId: string) => void) | undefined
}

export function ChatPage({ chat: saved, agents, agent, lost, onPick }: ChatPageProps) {
  const chatId = saved?.id ?? null
  const { data: config } = useQuery(configQuery)
  const { data: begun } = useQuery({ ...chatQuery(NEW_CHAT), enabled: false })
  const chat = saved ?? begun ?? null

  const { turns, send, isTemporary, setTemporary } = useChatTurns(chatId, agent)
  const { running, newest, reconnecting } = useRunning(chat, chatId, turns.starting)

  const draftKey = chatId ?? NEW_CHAT
  const field = useRef<HTMLTextAreaElement>(null)
  const [kept] = useState(() => readDraft(draftKey))
  const maxBytes = config?.file?.max_size ? config.file.max_size * 1024 * 1024 : null
  const attachments = useAttachments(kept.files, maxBytes)
  const lostName = lost === undefined ? undefined : knownName(lost)
  const closed = useClosed({ agents, agent, lost, lostName, onPick })
  const about = useAbout(agent, useConsoleAddress())

  usePageTitle({ chatId, title: chat?.title, siteName: config?.name, running })
  useFocusFor(draftKey, field)
  useShortcuts({ [MESSAGE_KEYS]: () => field.current?.focus() })

  return (
    <DropZone
      disabled={closed !== null}
      onFiles={attachments.add}
      onText={(text) => attachLongText(text, { attachments, field }) || insertText(field, text)}
    >
      <ChatHeader
        chat={saved}
        agents={agents ?? []}
        agent={agent}
        isTemporary={isTemporary}
        onTemporary={setTemporary}
        onAbout={about.open}
        onPick={onPick}
      />
      {about.panel}
      <main className="flex min-h-0 flex-1 flex-col">
        {chat ? (
          <Thread
            key={chat.id}
            chat={chat}
            turns={turns}
            busy={running || turns.starting}
            closed={closed !== null}
            reconnecting={reconnecting}
            Head={AnswerHead}
            Outcome={AnswerOutcome}
          />
        ) : (
          <StartHead>{agent && <Welcome agent={agent} onAbout={about.open} />}</StartHead>
        )}
        <ComposerPlace isStart={chat === null}>
          <Composer
            key={draftKey}
            draftKey={draftKey}
            agent={agent}
            agentName={agent?.name ?? lostName}
            attachments={attachments}
            field={field}
            closed={closed}
            isTemporary={isTemporary}
            running={running || turns.starting}
            newest={saved ? newest?.state : undefined}
            onStop={() => void turns.stop()}
            onSend={send}
          />
        </ComposerPlace>
        {chat === null && agent && (
          <StartFoot>
            <Starters
              starters={agent.suggestions}
              disabled={closed !== null}
              onPick={(content) => void send({ content, files: [] })}
            />
          </StartFoot>
        )}
      </main>
    </DropZone>
  )
}

const StartHead = ({ children }: { children: ReactNode }) => (
  <div
    id="conversation"
    tabIndex={-1}
    className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none max-sm:order-1 sm:min-h-16"
  >
    <div className="my-auto sm:mb-0">{children}</div>
  </div>
)

const StartFoot = ({ children }: { children: ReactNode }) => (
  <div className="max-h-[45%] min-h-0 overflow-y-auto max-sm:order-2 sm:max-h-none sm:flex-[1.2]">
    {children}
  </div>
)

function useChatTurns(chatId: string | null, agent: Agent | undefined) {
  const navigate = useNavigate()
  const router = useRouter()
  const [wantsTemporary, setTemporary] = useState(false)
  const isTemporary = chatId === null ? wantsTemporary : isTemporaryChat(chatId)
  useRemovalOnLeave(chatId)
  const turns = useTurns({
    chatId,
    model: agent?.id,
    isTemporary,
    onCreated(id) {
      // The person may have navigated to another page while the server responded.
      if (router.state.location.pathname !== '/') return
      moveDraft(NEW_CHAT, id)
      void navigate({ to: '/c/$chatId', params: { chatId: id } })
    },
  })
  function send(prompt: Parameters<typeof turns.send>[0]) {
    if (agent) rememberAgent(agent.id)
    return turns.send(prompt)
  }
  return { turns, send, isTemporary, setTemporary }
}

function useRunning(chat: ReadConversation | null, chatId: string | null, isStarting: boolean) {
  const running = chat !== null && runningMessage(chat.history) !== undefined
  const lost = useTurnStream(chatId ?? NEW_CHAT, running && chatId !== null && !isStarting)
  return {
    running,
    newest: chat ? visibleBranch(chat.history).at(-1) : undefined,
    reconnecting: useLasting(lost, 500),
  }
}

function useFocusFor(draftKey: string, field: RefObject<HTMLTextAreaElement | null>) {
  useEffect(() => {
    // Focuses the message box only if a link or no element has the focus, so that an open menu keeps it. Touch
    // screens are excluded, because their keyboard would cover the conversation.
    const { activeElement, body } = document
    const free = activeElement === null || activeElement === body || activeElement.tagName === 'A'
    if (!free || matchMedia('(pointer: coarse)').matches) return
    field.current?.focus()
    field.current?.setSelectionRange(-1, -1)
  }, [draftKey, field])
}

function useClosed({
  agents,
  agent,
  lost,
  lostName,
  onPick,
}: Omit<ChatPageProps, 'chat'> & { lostName: string | undefined }): ReactNode {
  const console = useConsoleAddress()
  if (agent?.away) return <AwayNote name={agent.name} away={agent.away} console={console} />
  if (!agents || agent) return null
  return (
    <>
      {lostName === undefined ? texts.lostAgent : texts.lostNamed(lostName)}{' '}
      {lost !== undefined && lostName !== undefined && <LostAgent id={lost} />}{' '}
      {onPick && <OtherAgent agents={agents} onPick={onPick} />}
    </>
  )
}
