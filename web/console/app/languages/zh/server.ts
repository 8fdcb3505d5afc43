import { refusals } from '../../../../ui/languages/zh/refusals.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const server: Pick<ConsoleCatalogue, 'console.refusals'> = {
  'console.refusals': {
    ...refusals,
    duplicate_email: '已有账户使用此电子邮箱。未做任何更改。',
    last_admin: '这是最后一位组织管理员。请先任命另一位。',
    everyone_refused: '不能向所有已登录用户（*）授予新的访问权限。请逐一指定人员。',
  },
}
