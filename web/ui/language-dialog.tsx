import { Dialog } from './dialog.tsx'
import { LanguageField } from './language-field.tsx'
import { languageTexts } from './language-messages.ts'
import { common } from './messages.ts'

export const LanguageDialog = ({ open, onClose }: { open: boolean; onClose(): void }) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={languageTexts.choose}
    description={languageTexts.scope}
    closeLabel={common.close}
  >
    <LanguageField onChosen={onClose} />
  </Dialog>
)
