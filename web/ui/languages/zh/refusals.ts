import type { SharedRefusals } from '../catalogue.ts'

export const refusals: SharedRefusals = {
  blocked: '您的账户已被封禁。请联系管理员。',
  idp_managed: '此人通过身份提供方登录，在这里没有密码。',
  draining: '此服务器不再接受新请求。请稍后再试。',
  disk_full: '服务器磁盘已满。请告知管理员。',
}
