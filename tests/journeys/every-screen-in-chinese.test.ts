import { checkEveryScreen } from './every-screen.ts'

checkEveryScreen('zh-CN')
