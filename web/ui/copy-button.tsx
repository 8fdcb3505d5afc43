import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { copyText } from './clipboard.ts'

export interface CopyButtonProps {
  label: string
  copiedLabel: string
  text(): string
  className?: string
}

export function CopyButton({ label, copiedLabel, text, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <IconButton label={label} className={className} onClick={async () => setCopied(await copyText(text()))}>
        {copied ? <Check aria-hidden className="text-ok" /> : <Copy aria-hidden />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </>
  )
}
