import { Dialog } from '../../ui/dialog.tsx'
import { keysLabel } from '../../ui/shortcuts.ts'
import { chats } from '../chats/messages.ts'
import { composer } from '../composer/messages.ts'
import { common } from '../messages.ts'
import { jump, shortcuts as texts } from './messages.ts'
import { JUMP_KEYS, MESSAGE_KEYS, NEW_CHAT_KEYS, SHEET_KEY, SHEET_KEYS, SIDEBAR_KEYS } from './shortcuts.ts'

export const ShortcutSheet = ({ onClose }: { onClose(): void }) => (
  <Dialog open title={texts.title} closeLabel={common.close} onClose={onClose}>
    <Keys
      title={texts.everywhere}
      keys={[
        [jump.open, JUMP_KEYS],
        [chats.newChat, NEW_CHAT_KEYS],
        [texts.sidebar, SIDEBAR_KEYS],
        [texts.message, MESSAGE_KEYS],
        [texts.sheet, SHEET_KEYS, SHEET_KEY],
      ]}
    />
    <Keys
      title={composer.label}
      keys={[
        [composer.send, 'enter'],
        [texts.newLine, 'shift+enter'],
        [texts.sendNow, 'mod+enter'],
        [texts.prompts, '/'],
      ]}
    />
  </Dialog>
)

interface KeysProps {
  title: string
  keys: readonly (readonly [act: string, ...keys: string[]])[]
}

const Keys = ({ title, keys }: KeysProps) => (
  <section className="not-first:mt-5">
    <h3 className="mb-1 text-13 font-medium text-muted">{title}</h3>
    <dl>
      {keys.map(([act, ...combinations]) => (
        <div
          key={act}
          className="flex items-center justify-between gap-4 border-b border-line py-2 text-14 last:border-0"
        >
          <dt>{act}</dt>
          <dd className="flex gap-1.5">
            {combinations.map((combination) => (
              <kbd
                key={combination}
                dir="ltr"
                className="rounded-s border border-line bg-sunken px-1.5 py-0.5 font-sans text-12 whitespace-nowrap"
              >
                {keysLabel(combination)}
              </kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
