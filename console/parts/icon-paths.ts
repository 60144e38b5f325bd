// How the few pictures of the console are drawn, on 24 by 24 pixels.

export const PATHS = {
  copy: 'M9 9h10v10H9zM5 15V5h10',
  done: 'M5 12l5 5L20 7',
  moon: 'M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM21 21l-5-5',
  recent: 'M4 12a8 8 0 1 0 3-6.2L4 8M4 3v5h5M12 8v4l3 2',
  act: 'M13 3L5 14h6l-1 7 8-11h-6z',
  found: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  // The places of the navigation, by their names.
  home: 'M3 11l9-8 9 8M5 9.5V20h14V9.5M10 20v-6h4v6',
  approvals: 'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2 20a7 7 0 0 1 14 0M15 10l2.5 2.5L22 8',
  trades: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  verify: 'M12 3l8 3v6c0 4.5-3.5 8-8 9-4.5-1-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  payouts: 'M12 15V3M7 8l5-5 5 5M4 14v6h16v-6',
  disputes: 'M4 4h16v12H9l-5 4zM12 7v3.5M12 13v.01',
  bank: 'M3 9l9-6 9 6zM5 9v9M10 9v9M14 9v9M19 9v9M3 20h18',
  accounts: 'M3 6h18v13H3zM3 10.5h18M7 15h4',
  merchants:
    'M4 9l1-5h14l1 5M4 9c0 3.5 5.3 3.5 5.3 0 0 3.5 5.4 3.5 5.4 0 0 3.5 5.3 3.5 5.3 0M5 12v8h14v-8M10 20v-5h4v5',
  settlements: 'M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM6 12v.01M18 12v.01',
  callbacks: 'M8 8l-5 4 5 4M16 8l5 4-5 4M14 5l-4 14',
  ledger: 'M19 16H7a2 2 0 0 0 0 4h12V4H7a2 2 0 0 0-2 2v12M9 8h6',
  reports: 'M4 4v16h16M9 16v-4M13 16V8M17 16v-6',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM2 20a7 7 0 0 1 14 0M16 5.5a3.5 3.5 0 0 1 0 6.5M18.5 14.5A7 7 0 0 1 22 20',
  settings: 'M4 6h9M17 6h3M4 12h3M11 12h9M4 18h9M17 18h3M15 4v4M9 10v4M15 16v4',
  audit: 'M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01',
} as const;

export type IconName = keyof typeof PATHS;
