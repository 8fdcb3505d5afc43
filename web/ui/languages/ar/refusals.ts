import type { SharedRefusals } from '../catalogue.ts'

export const refusals: SharedRefusals = {
  blocked: 'حسابك محظور. تواصل مع مسؤول.',
  idp_managed: 'يُسجّل مزوّد هوية دخول هذا الشخص، لذلك ليست له كلمة مرور هنا.',
  draining: 'لم يعد هذا الخادم يقبل طلبات جديدة. أعد المحاولة بعد لحظة.',
  disk_full: 'قرص الخادم ممتلئ. أبلغ مسؤولًا.',
}
