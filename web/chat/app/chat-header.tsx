import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, MessageCircleDashed, UsersRound } from 'lucide-react'
import type { ReadConversation } from '../thread/conversation.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { AgentName, AgentPicker } from '../agents/agent-picker.tsx'
import type { Agent } from '../api/agents.ts'
import { useChatActs } from '../chats/act-dialogs.tsx'
import { ChatMenu } from '../chats/chat-menu.tsx'
import { chats as texts } from '../chats/messages.ts'
import { PageHeader } from './page-header.tsx'

export interface ChatHeaderProps {
  chat: ReadConversation | null
  agents: readonly Agent[]
  agent: Agent | undefined
  isTemporary: boolean
  onTemporary(wanted: boolean): void
  onAbout(): void
  /** Present if the chat's agent is missing: the person can then choose another agent. */
  onPick?: ((agentId: string) => void) | undefined
}

export function ChatHeader(props: ChatHeaderProps) {
  const { chat, agents, agent, isTemporary, onTemporary, onAbout, onPick } = props
  const navigate = useNavigate()
  const { act, dialogs } = useChatActs(() => void navigate({ to: '/' }))
  if (!chat) {
    return (
      <PageHeader
        acts={
          <IconButton
            label={texts.temporary}
            aria-pressed={isTemporary}
            onClick={() => onTemporary(!isTemporary)}
            className={isTemporary ? 'bg-selected text-text' : undefined}
          >
            <MessageCircleDashed aria-hidden />
          </IconButton>
        }
      >
        {agent && (
          <AgentPicker
            agents={agents}
            agent={agent}
            onAbout={onAbout}
            onPick={(id) => void navigate({ to: '/', search: { agent: id } })}
          />
        )}
      </PageHeader>
    )
  }
  const title = chat.title || texts.untitled
  return (
    <PageHeader
      acts={
        !isTemporary && (
          <>
            {chat.share_id !== null && (
              <IconButton label={texts.isShared} onClick={() => act('share', chat)}>
                <UsersRound aria-hidden />
              </IconButton>
            )}
            <ChatMenu
              chat={chat}
              onAct={(kind) => act(kind, chat)}
              trigger={
                <IconButton label={texts.menu(title)}>
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            />
          </>
        )
      }
    >
      <h1 dir="auto" title={title} className="min-w-0 truncate px-2 text-14 font-medium">
        {title}
      </h1>
      {agent && !onPick && (
        <AgentName agent={agent} onAbout={onAbout} className="shrink-0 text-13 text-faint max-sm:hidden" />
      )}
      {agent && onPick && <AgentPicker agents={agents} agent={agent} onAbout={onAbout} onPick={onPick} />}
      {dialogs}
    </PageHeader>
  )
}
