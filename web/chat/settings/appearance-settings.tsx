import { Monitor, Moon, Sun } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { account } from '../../ui/messages.ts'
import { LanguageField } from '../../ui/language-field.tsx'
import { useTheme, type Theme } from '../../ui/theme.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { canNotify, useNotices } from '../api/notices.ts'
import { settings } from './messages.ts'

const CHOICES = [
  { theme: 'system', Icon: Monitor },
  { theme: 'light', Icon: Sun },
  { theme: 'dark', Icon: Moon },
] as const

export function AppearanceSettings() {
  const [theme, setTheme] = useTheme()
  const [notices, setNotices] = useNotices()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-13 text-muted">{settings.themeText}</p>
      <RadioGroup.Root
        aria-label={account.theme}
        value={theme}
        onValueChange={(next) => setTheme(next as Theme)}
        className="grid grid-cols-3 gap-2"
      >
        {CHOICES.map(({ theme, Icon }) => (
          <RadioGroup.Item
            key={theme}
            value={theme}
            className="flex flex-col items-center gap-2 rounded-m border border-line p-4 text-14 text-muted hover:bg-hover data-[state=checked]:border-accent-text data-[state=checked]:bg-accent-soft data-[state=checked]:text-text"
          >
            <Icon aria-hidden className="size-5" />
            {account.themes[theme]}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <LanguageField />
      {canNotify() && (
        <CheckField
          label={settings.notices}
          checked={notices}
          onChange={async (wanted) => {
            if (!(await setNotices(wanted))) toast({ text: settings.noticesRefused, failure: true })
          }}
        />
      )}
    </div>
  )
}
