import { holdEveryScreen } from './every-screen.ts'

holdEveryScreen('zh-CN')
