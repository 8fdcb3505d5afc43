import { refusals } from '../../../../ui/languages/ar/refusals.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const server: Pick<ConsoleCatalogue, 'console.refusals'> = {
  'console.refusals': {
    ...refusals,
    duplicate_email: 'يوجد حساب بهذا البريد الإلكتروني بالفعل. لم يتغيّر شيء.',
    last_admin: 'هذا آخر مسؤول للمؤسسة. عيّن مسؤولًا آخر أولًا.',
    everyone_refused: 'لا يمكن منح وصول جديد لكل من سجّل الدخول (*). اذكر الأشخاص واحدًا واحدًا.',
  },
}
