document.title = 'Otedama playground';
