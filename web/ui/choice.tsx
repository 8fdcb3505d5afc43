import type { LucideIcon } from 'lucide-react'
import { RadioGroup } from 'radix-ui'

export interface ChoiceProps {
  value: string
  icon: LucideIcon
  label: string
  hint: string
}

export const Choice = ({ value, icon: Icon, label, hint }: ChoiceProps) => (
  <RadioGroup.Item
    value={value}
    aria-label={label}
    className="flex items-center gap-3 rounded-m border border-line px-3 py-2 text-start hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
  >
    <Icon aria-hidden className="size-4 shrink-0 text-muted" />
    <span className="min-w-0 flex-1">
      <span className="block text-14 font-medium break-words">{label}</span>
      <span className="block text-12 text-muted">{hint}</span>
    </span>
    <span className="flex size-4 shrink-0 items-center justify-center rounded-full border border-line-strong bg-canvas">
      <RadioGroup.Indicator className="size-2 rounded-full bg-accent" />
    </span>
  </RadioGroup.Item>
)
