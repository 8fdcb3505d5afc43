import type { AgentsCatalogue } from '../catalogue.ts'

export const agents: AgentsCatalogue = {
  'chat.about': {
    title: (name) => `关于 ${name}`,
    model: '模型',
    tools: '它能为您做什么',
    noTools: '它没有工具：只用自己知道的内容回答。',
    elsewhere: '此模型来自另一台服务器，没有更多说明。',
    confirm: '会先询问您',
    granted: '已授权',
    notGranted: '未授权',
    direct: (label) => `您在此智能体上拥有“${label}”权限。`,
    organization: (label) => `您在所有智能体上拥有“${label}”权限。`,
    everyone: (label) => `所有已登录的人都拥有“${label}”权限。`,
    denied: (label) => `需要“${label}”权限。请向管理此智能体权限的人申请。`,
    closedTools: '未向您开放',
    files: '它能读取什么',
    fileCount: (count) => `${count} 个文件`,
    moreFiles: (count) => `以及另外 ${count} 个`,
    tasks: '您可以启动什么',
    tasksText: '您管理此智能体，因此可以在控制台中启动它的任务和工作流。',
    openTasks: '在控制台中打开',
  },
}
