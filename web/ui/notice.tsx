import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type NoticeKind = 'info' | 'attention' | 'failure'

const LOOKS: Record<NoticeKind, { box: string; icon: string; Icon: typeof Info }> = {
  info: { box: 'border-line bg-sunken', icon: 'text-muted', Icon: Info },
  attention: { box: 'border-line bg-warn-soft', icon: 'text-warn', Icon: TriangleAlert },
  failure: { box: 'border-line bg-danger-soft', icon: 'text-danger', Icon: CircleAlert },
}

export interface NoticeProps {
  kind: NoticeKind
  title?: string
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

export function Notice({ kind, title, actions, className, children }: NoticeProps) {
  const { box, icon, Icon } = LOOKS[kind]
  return (
    <div
      role={kind === 'failure' ? 'alert' : undefined}
      className={cx('flex gap-3 rounded-m border px-3 py-2.5 text-14', box, className)}
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', icon, title || !actions ? 'mt-0.5' : 'mt-2')} />
      <div
        className={cx(
          'flex min-w-0 flex-1',
          title ? 'flex-col gap-1' : 'flex-wrap items-center justify-between gap-x-4 gap-y-2',
        )}
      >
        {title && <p className="font-medium">{title}</p>}
        {children && (
          <div className={cx('min-w-0 break-words text-muted', !title && 'flex-1 basis-64')}>{children}</div>
        )}
        {actions && <div className={cx('flex flex-wrap gap-2', title && 'mt-1.5')}>{actions}</div>}
      </div>
    </div>
  )
}
