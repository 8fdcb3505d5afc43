import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Banner } from '#chatapp/accounts/settings/schema.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { accountEntries, browserEntries } from '../../ui/storage.ts'
import { common } from '../messages.ts'

const STYLES = {
  info: { box: 'bg-sunken', icon: 'text-muted', Icon: Info },
  warning: { box: 'bg-warn-soft', icon: 'text-warn', Icon: TriangleAlert },
  error: { box: 'bg-danger-soft', icon: 'text-danger', Icon: CircleAlert },
} as const

const KEY = 'banner'

/** Maximum delay of `setTimeout`. */
const MAX_TIMER_MS = 2 ** 31 - 1

export function SiteBanner({ banner, reader }: { banner: Banner; reader: string }) {
  // The sign-in page has no account, so the browser stores the dismissal.
  const entries = reader === '' ? browserEntries : accountEntries
  const [isGone, setGone] = useState(() => entries.read(KEY) === banner.id)
  useEffect(() => {
    const left = banner.until ? Date.parse(banner.until) - Date.now() : Infinity
    if (left > MAX_TIMER_MS) return
    const timer = setTimeout(() => setGone(true), left)
    return () => clearTimeout(timer)
  }, [banner.until])
  if (isGone) return null
  const { box, icon, Icon } = STYLES[banner.type]
  return (
    <div
      role={banner.type === 'error' ? 'alert' : 'status'}
      className={cx('flex items-start gap-3 border-b border-line px-4 py-1 text-14', box)}
    >
      <Icon aria-hidden className={cx('mt-2 size-4 shrink-0', icon)} />
      <p dir="auto" className="min-w-0 flex-1 py-1.5 break-words whitespace-pre-line">
        {banner.content}
      </p>
      <IconButton
        label={common.close}
        onClick={() => {
          setGone(true)
          entries.write(KEY, banner.id)
        }}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
