// Closes the language menu on Escape, and on a press anywhere else.

export function closeLanguageMenu() {
  const menu = document.querySelector('.languages details');
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    // A closed menu cannot keep the focus: it returns to the button.
    if (menu.contains(document.activeElement)) menu.querySelector('summary').focus();
    menu.open = false;
  });
  // Not `click`: some phones send none for a tap on plain text.
  document.addEventListener('pointerdown', (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
}
