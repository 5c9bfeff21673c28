import { absent } from './absent.ts'

// A page has no files and no programs.

export const constants: Readonly<Record<string, number>> = {}
export const existsSync = (): boolean => false
export const mkdirSync = (): never => absent('a file system')
export const readFileSync = (): never => absent('a file system')
export const readdirSync = (): never => absent('a file system')
export const statSync = (): never => absent('a file system')
export const watch = (): never => absent('a file system')
export const createReadStream = (): never => absent('a file system')
export const createWriteStream = (): never => absent('a file system')
export const readFile = async (): Promise<never> => absent('a file system')
export const access = async (): Promise<never> => absent('a file system')
export const stat = async (): Promise<never> => absent('a file system')
export const open = async (): Promise<never> => absent('a file system')
export const readdir = async (): Promise<never> => absent('a file system')
export const rename = async (): Promise<never> => absent('a file system')
export const rm = async (): Promise<never> => absent('a file system')
export const spawn = (): never => absent('a program')
