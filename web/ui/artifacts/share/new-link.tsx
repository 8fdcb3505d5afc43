import { CopyButton } from '../../copy-button.tsx'
import { QrCode } from '../../qr.tsx'
import { sharingTexts } from '../messages.ts'

const { link: texts } = sharingTexts

export const NewLink = ({ url }: { url: string }) => (
  <div className="flex animate-appear items-start gap-4 rounded-m border border-line bg-warn-soft p-3 max-sm:flex-col">
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <p className="text-13 font-medium">{texts.once}</p>
      <div className="flex items-center gap-1 rounded-m border border-line-strong bg-canvas">
        <input
          readOnly
          aria-label={texts.address}
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-10 min-w-0 flex-1 rounded-m bg-transparent ps-3 font-mono text-13"
        />
        <CopyButton label={texts.copy} copiedLabel={texts.copied} text={() => url} />
      </div>
    </div>
    <QrCode text={url} label={texts.qr} className="size-28 shrink-0 max-sm:self-center" />
  </div>
)
