import { problems } from '../../../../ui/languages/zh/ui.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

type AppCatalogue = Pick<
  ConsoleCatalogue,
  | 'console.app.shell'
  | 'console.app.jump'
  | 'console.app.entry'
  | 'console.app.signedOut'
  | 'console.app.problems'
>

export const app: AppCatalogue = {
  'console.app.shell': {
    skip: '跳到页面内容',
    rail: '导航',
    pages: '页面',
    openRail: '打开导航',
    hub: 'Hub',
    allHubs: '所有 Hub',
    jump: '跳转到…',
    toChat: '网页聊天',
    jumpShort: '搜索',
    keys: 'API 密钥',
    keysText: '供程序调用您的智能体的密钥。',
    personal: '您的页面',
  },
  'console.app.jump': {
    label: '跳转到页面、设置、Hub 或人员',
    pages: '页面',
    hubs: 'Hub',
    people: '人员',
    settings: '设置',
    ofHubs: 'Hub 的页面',
    nothing: '没有匹配项。',
    hint: '↑ ↓ 移动 · Enter 打开 · Esc 关闭',
  },
  'console.app.entry': {
    personal: '查看您自己的页面',
    nothing: '您不管理任何访问权限',
    nothingText: '此页面供管理访问权限的人使用。如果您需要管理访问权限，请联系管理员。',
    blocked: '您的账户已被封禁',
    blockedText: '管理员封禁了此账户。如果您认为有误，请联系管理员。',
  },
  'console.app.signedOut': {
    title: '您已退出登录',
    text: '此页面和您输入的内容会保留。请在新标签页中登录，然后继续。',
    signIn: '登录',
    goOn: '我已登录',
    still: '您仍未登录。',
    back: '您已登录',
    backText: '请回到之前的标签页继续。您可以关闭此标签页。',
  },
  'console.app.problems': { ...problems, home: '前往概览' },
}
