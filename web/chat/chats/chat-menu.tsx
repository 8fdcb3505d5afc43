import {
  Archive,
  ArchiveRestore,
  FileJson,
  FileText,
  FolderInput,
  Pencil,
  Pin,
  PinOff,
  Printer,
  Trash2,
  UsersRound,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { chats } from './messages.ts'

export type ChatAct =
  | 'rename'
  | 'move'
  | 'share'
  | 'pin'
  | 'archive'
  | 'unarchive'
  | 'markdown'
  | 'json'
  | 'print'
  | 'delete'

export interface ChatMenuProps {
  chat: { pinned?: boolean | undefined; archived?: boolean | undefined }
  trigger: ComponentProps<typeof Menu>['trigger']
  onAct(act: ChatAct): void
}

export function ChatMenu({ chat, trigger, onAct }: ChatMenuProps) {
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAct('rename')}>
        {chats.rename}
      </MenuItem>
      <MenuItem
        icon={chat.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
        onSelect={() => onAct('pin')}
      >
        {chat.pinned ? chats.unpin : chats.pin}
      </MenuItem>
      <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => onAct('move')}>
        {chats.move}
      </MenuItem>
      <MenuItem icon={<UsersRound aria-hidden />} onSelect={() => onAct('share')}>
        {chats.share}
      </MenuItem>
      {chat.archived ? (
        <MenuItem icon={<ArchiveRestore aria-hidden />} onSelect={() => onAct('unarchive')}>
          {chats.unarchive}
        </MenuItem>
      ) : (
        <MenuItem icon={<Archive aria-hidden />} onSelect={() => onAct('archive')}>
          {chats.archive}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem icon={<FileText aria-hidden />} onSelect={() => onAct('markdown')}>
        {chats.exportMarkdown}
      </MenuItem>
      <MenuItem icon={<FileJson aria-hidden />} onSelect={() => onAct('json')}>
        {chats.exportJson}
      </MenuItem>
      <MenuItem icon={<Printer aria-hidden />} onSelect={() => onAct('print')}>
        {chats.print}
      </MenuItem>
      <MenuLine />
      <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onAct('delete')}>
        {chats.delete}
      </MenuItem>
    </Menu>
  )
}
